#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// What a file says beside its sound.
  enum SoundFileNotes {
    /// Copies title, artist and the like, the places of the channels, the broadcast notes with their
    /// time code, cue points and loops, as far as the other format has room for them.
    static func copy(
      from source: SndfileHandle, to target: SndfileHandle, as format: SoundFormat,
      channelCount: Int
    ) {
      // FLAC's library takes nothing but UTF-8, and libsndfile does not look whether it took it.
      let isUTF8Needed = format.container == SF_FORMAT_FLAC
      for kind in SF_STR_TITLE...SF_STR_GENRE {
        source.copyText(kind, to: target, isUTF8Needed: isUTF8Needed)
      }
      var places = [Int32](repeating: 0, count: channelCount)
      if source.command(SFC_GET_CHANNEL_MAP_INFO, &places) != 0 {
        target.command(SFC_SET_CHANNEL_MAP_INFO, &places)
      }
      var instrument = [UInt8](repeating: 0, count: MemoryLayout<SF_INSTRUMENT>.size)
      if source.command(SFC_GET_INSTRUMENT, &instrument) != 0 {
        target.command(SFC_SET_INSTRUMENT, &instrument)
      }
      copyBroadcastNotes(from: source, to: target)
      copyCuePoints(from: source, to: target)
    }

    /// The structure ends with a history of any length, of which libsndfile's type has room for 256
    /// bytes and libsndfile for 16 kB.
    private static func copyBroadcastNotes(from source: SndfileHandle, to target: SndfileHandle) {
      guard
        let sizeOffset = MemoryLayout<SF_BROADCAST_INFO>.offset(of: \.coding_history_size),
        let historyOffset = MemoryLayout<SF_BROADCAST_INFO>.offset(of: \.coding_history)
      else { return }
      var notes = [UInt8](repeating: 0, count: historyOffset + 16_384)
      guard source.command(SFC_GET_BROADCAST_INFO, &notes) != 0 else { return }
      let size = notes[sizeOffset..<sizeOffset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
      notes.removeLast(16_384 - min(size, 16_383))
      target.command(SFC_SET_BROADCAST_INFO, &notes)
    }

    /// The structure is their number and as many points.
    private static func copyCuePoints(from source: SndfileHandle, to target: SndfileHandle) {
      var count: [UInt32] = [0]
      // libsndfile itself reads no more than 2,500.
      guard source.command(SFC_GET_CUE_COUNT, &count) != 0, (1...2_500).contains(count[0]) else {
        return
      }
      let byteCount = MemoryLayout<UInt32>.size + Int(count[0]) * MemoryLayout<SF_CUE_POINT>.stride
      var cues = [UInt8](repeating: 0, count: byteCount)
      if source.command(SFC_GET_CUE, &cues) != 0 { target.command(SFC_SET_CUE, &cues) }
    }
  }
#endif
