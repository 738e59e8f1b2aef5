import Testing

@testable import ByteText

/// The vectors of the reference implementation: key 00…0f, message 00, 01, … of each length.
struct SipHashTests {
  let hash = SipHash(key: .init(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908))

  @Test(
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
      (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
    ] as [(Int, UInt64)])
  func `64 bits agree with the reference implementation`(length: Int, expected: UInt64) {
    #expect(hash.hash64((0..<length).map { UInt8($0) }) == expected)
  }

  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"),
  ])
  func `128 bits agree with the reference implementation`(length: Int, expected: String) {
    #expect(hash.hash128((0..<length).map { UInt8($0) }).hexadecimal == expected)
  }
}
