#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// A sound of an odd number of bytes in AIFF, and the byte that pads it: libsndfile counts that as a
  /// sample where samples have one byte.
  struct PaddedSound {
    private let frameCount: Int
    private let byteCount: Int

    /// `nil` where libsndfile writes the right number.
    init?(_ format: SoundFormat, frameCount: Int, channelCount: Int) {
      let bytes = [SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_ULAW, SF_FORMAT_ALAW]
      guard format.container == SF_FORMAT_AIFF, bytes.contains(format.encoding),
        !(frameCount * channelCount).isMultiple(of: 2)
      else { return nil }
      self.frameCount = frameCount
      self.byteCount = frameCount * channelCount
    }

    /// What the header of the finished file should say: the number of samples a channel two bytes into
    /// the chunk `COMM`, and that of bytes, with eight before the sound, as the length of `SSND`.
    func corrections(_ file: FileDescriptor, byteCount fileByteCount: Int) -> [HeaderCorrection] {
      guard let layout = ChunkLayout.of(file) else { return [] }
      var (corrections, offset): ([HeaderCorrection], Int) = ([], layout.start)
      for _ in 0..<Chunk.mostOfAFile {
        guard let chunk = Chunk(file, at: offset, layout, fileByteCount: fileByteCount) else {
          break
        }
        let number: (offset: Int, value: Int)? =
          switch chunk.name {
          case "COMM": (chunk.offset + layout.headByteCount + 2, frameCount)
          case layout.soundName: (chunk.offset + layout.nameByteCount, byteCount + 8)
          default: nil
          }
        if let number {
          corrections.append(
            HeaderCorrection(
              offset: number.offset, bytes: layout.bytes(ofLength: number.value, count: 4)))
        }
        guard let end = chunk.end else { break }
        offset = end
      }
      return corrections
    }
  }
#endif
