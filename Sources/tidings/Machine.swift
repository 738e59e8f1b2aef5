import FoundationEssentials
import Glibc

enum Machine {
  static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  static var memory: Int64 {
    Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  static var temporaryFolder: String { ProcessEnvironment.values["TMPDIR"] ?? "/tmp" }

  static var currentFolder: String { FileManager.default.currentDirectoryPath }
}
