import VoiceIsolationCore

/// How many files are worked on at once, and on how many threads each. Files side by side make better
/// use of processors than threads on one file, so they come first.
package struct Workload: Equatable {
  package let jobs: Int
  package let threads: Int

  /// What the caller leaves open follows from the rest, so that no more threads are at work than
  /// there are processors.
  package init(
    jobs: Int?, threads: Int?, fileCount: Int,
    processorCount: Int = VoiceIsolationCore.processorCount
  ) {
    let most = jobs ?? max(1, processorCount / (threads ?? 1))
    self.jobs = max(1, min(most, fileCount))
    self.threads = threads ?? max(1, processorCount / self.jobs)
  }
}
