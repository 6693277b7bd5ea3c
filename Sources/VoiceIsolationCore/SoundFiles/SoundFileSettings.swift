#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// How libsndfile is to write.
  enum SoundFileSettings {
    /// Quality of Vorbis, 0 to 1; 0.6 is about 96 kbit/s a channel.
    private static let vorbisQuality = 0.6
    /// Compression of MP3, 0 to 1; 0.2 is LAME's V2, about 190 kbit/s in stereo.
    private static let mp3Compression = 0.2

    /// To be called before the first sample is written.
    static func apply(to handle: SndfileHandle, format: SoundFormat, isLengthKnown: Bool) {
      // It holds the time of writing, and the same input is to give the same bytes.
      handle.command(SFC_SET_ADD_PEAK_CHUNK, flag: SF_FALSE)
      if format.container == SF_FORMAT_RF64, !isLengthKnown {
        handle.command(SFC_RF64_AUTO_DOWNGRADE, flag: SF_TRUE)
      }
      if format.encoding == SF_FORMAT_VORBIS {
        var quality = [vorbisQuality]
        handle.command(SFC_SET_VBR_ENCODING_QUALITY, &quality)
      }
      if format.encoding == SF_FORMAT_MPEG_LAYER_III {
        var (mode, compression) = ([Int32(SF_BITRATE_MODE_VARIABLE)], [mp3Compression])
        handle.command(SFC_SET_BITRATE_MODE, &mode)
        handle.command(SFC_SET_COMPRESSION_LEVEL, &compression)
      }
    }
  }
#endif
