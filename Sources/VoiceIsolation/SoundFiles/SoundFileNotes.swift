#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// What a file says beside its sound.
  enum SoundFileNotes {
    /// Copies title, artist and the like, the places of the channels, and the broadcast notes with
    /// their time code, as far as the other format has room for them.
    static func copy(from source: SndfileHandle, to target: SndfileHandle, channelCount: Int) {
      for kind in SF_STR_TITLE...SF_STR_GENRE {
        target[text: kind] = source[text: kind]
      }
      var places = [Int32](repeating: 0, count: channelCount)
      if source.command(SFC_GET_CHANNEL_MAP_INFO, &places) != 0 {
        target.command(SFC_SET_CHANNEL_MAP_INFO, &places)
      }
      var broadcast = [SF_BROADCAST_INFO()]
      if source.command(SFC_GET_BROADCAST_INFO, &broadcast) != 0 {
        target.command(SFC_SET_BROADCAST_INFO, &broadcast)
      }
    }
  }
#endif
