#if canImport(CVoiceIsolationSndfile)
  import CVoiceIsolationSndfile

  extension SoundFormat {
    /// The format that has room for so much sound: RF64 instead of WAV where its header of 32 bits
    /// might not do; `nil` if there is none of the kind.
    /// - Parameter frameCount: `nil`: not known.
    package func holding(frameCount: Int?, channelCount: Int) -> SoundFormat? {
      if hasLongHeader || fitsShortHeader(frameCount: frameCount ?? .max, channelCount) {
        return self
      }
      if isWAV {
        return SoundFormat(code: SF_FORMAT_RF64 | encoding)
      }
      // Most files of unknown length are short; there is no other choice, either.
      return frameCount == nil ? self : nil
    }

    /// The length of a sound, `nil` if it is not known.
    /// - Parameter byHeader: what libsndfile makes of the header.
    func frameCount(byHeader frameCount: Int, channelCount: Int, isPipe: Bool) -> Int? {
      // Ogg streams of unknown length have the largest number there is.
      if frameCount == .max { return nil }
      // Who writes to a pipe does not know the length, and puts about 2^31 bytes or more for it.
      if isPipe, frameCount >= 0x7FFF_0000 / (channelCount * byteCountPerSample) { return nil }
      // libsndfile counts the byte that ends a VOC file as a sample.
      let hasEndByte =
        container == SF_FORMAT_VOC && channelCount == 1
        && [SF_FORMAT_ULAW, SF_FORMAT_ALAW].contains(encoding)
      return hasEndByte ? max(0, frameCount - 1) : frameCount
    }

    /// Whether libsndfile goes on with silence where the file ends, for as long as the header says.
    var endsByHeader: Bool {
      [
        SF_FORMAT_GSM610, SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM, SF_FORMAT_VOX_ADPCM,
        SF_FORMAT_NMS_ADPCM_16, SF_FORMAT_NMS_ADPCM_24, SF_FORMAT_NMS_ADPCM_32,
        SF_FORMAT_G721_32, SF_FORMAT_G723_24, SF_FORMAT_G723_40,
      ].contains(encoding)
    }

    /// At most so many samples, of all channels, are in a file that ends by its header. The densest
    /// is GSM, with 320 in 65 bytes; a last block may be cut.
    static func mostSamples(byteCount: Int) -> Int { 5 * byteCount + 16_384 }

    /// Whether the header's lengths have 64 bits, or there are none.
    private var hasLongHeader: Bool {
      isStreamable && !isWAV
        || [SF_FORMAT_RF64, SF_FORMAT_W64, SF_FORMAT_CAF, SF_FORMAT_RAW].contains(container)
    }

    private func fitsShortHeader(frameCount: Int, _ channelCount: Int) -> Bool {
      // A megabyte is left for what lies around the sound.
      frameCount <= (0xFFFF_FFFF - 1_048_576) / (channelCount * byteCountPerSample)
    }

    /// At most so many bytes a sample.
    private var byteCountPerSample: Int {
      encoding == SF_FORMAT_DOUBLE ? 8 : ((bitCount ?? 32) + 7) / 8
    }
  }
#endif
