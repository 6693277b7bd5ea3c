#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  /// A whole sound file, written and read by libsndfile alone: what the package's own reader and
  /// writer are held against.
  package struct SoundFile: Equatable {
    package var format: Int
    package var channelCount: Int
    package var samples: [Double]
    package var title: String?
    /// The places of the channels, empty if the file does not say.
    package var channelMap: [Int32] = []

    package var frameCount: Int { samples.count / channelCount }

    package init(
      format: Int, channelCount: Int, samples: [Double], title: String? = nil,
      channelMap: [Int32] = []
    ) {
      self.format = format
      self.channelCount = channelCount
      self.samples = samples
      self.title = title
      self.channelMap = channelMap
    }

    package struct CannotOpen: Error { package let message: String }

    package init(path: String) throws {
      var info = SF_INFO()
      guard let file = unsafe sf_open(path, Int32(SFM_READ), &info) else {
        throw unsafe CannotOpen(message: String(cString: sf_strerror(nil)))
      }
      defer { unsafe sf_close(file) }
      self.format = Int(info.format)
      self.channelCount = Int(info.channels)
      self.samples = []
      var piece = [Double](repeating: 0, count: 1_000 * channelCount)
      while true {
        // The array holds 1,000 frames.
        let count = Int(unsafe sf_readf_double(file, &piece, 1_000))
        if count <= 0 { break }
        samples += piece.prefix(count * channelCount)
      }
      self.title = unsafe sf_get_string(file, Int32(SF_STR_TITLE)).map {
        unsafe String(cString: $0)
      }
      var map = [Int32](repeating: 0, count: channelCount)
      // The array holds as many numbers as its size in bytes says.
      let size = Int32(4 * channelCount)
      if unsafe sf_command(file, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) != 0 {
        self.channelMap = map
      }
    }

    package func write(to path: String, sampleRateHz: Int = 48_000) throws {
      var info = SF_INFO()
      info.format = Int32(format)
      info.channels = Int32(channelCount)
      info.samplerate = Int32(sampleRateHz)
      guard let file = unsafe sf_open(path, Int32(SFM_WRITE), &info) else {
        throw unsafe CannotOpen(message: String(cString: sf_strerror(nil)))
      }
      defer { unsafe sf_close(file) }
      if let title { _ = unsafe sf_set_string(file, Int32(SF_STR_TITLE), title) }
      if !channelMap.isEmpty {
        var map = channelMap
        let size = Int32(4 * channelCount)
        _ = unsafe sf_command(file, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, size)
      }
      // Integers as they are: libsndfile scales reals by one step less than full scale.
      let reals = [
        SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_VORBIS, SF_FORMAT_OPUS,
        SF_FORMAT_MPEG_LAYER_III,
      ]
      // The arrays hold `frameCount` frames.
      if reals.contains(format & SF_FORMAT_SUBMASK) {
        _ = unsafe sf_writef_double(file, samples, sf_count_t(frameCount))
      } else {
        let steps = samples.map { Int32($0 * 2_147_483_648) }
        _ = unsafe sf_writef_int(file, steps, sf_count_t(frameCount))
      }
    }
  }
#endif
