#include "../../../src/http/easy_options.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace mrctl::http;

namespace {

// A folder of its own, removed at the end.
class Folder {
public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "mrctl-ca-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  void add(const std::string& name) const { std::ofstream(path_ + "/" + name) << "x"; }
  [[nodiscard]] const std::string& path() const { return path_; }

private:
  std::string path_;
};

} // namespace

TEST_CASE("the file of --ca-cert stands alone") {
  Options options;
  options.ca_cert = "mine.pem";
  options.ca_file = "env.pem";
  options.ca_folder = "/env";
  CHECK(choose_ca(options, {"built-in.pem", "/built-in"}) == CaSource{"mine.pem", ""});
}

TEST_CASE("what the environment names replaces both built-in places") {
  Options options;
  options.ca_file = "env.pem";
  CHECK(choose_ca(options, {"built-in.pem", "/built-in"}) == CaSource{"env.pem", ""});
  options.ca_folder = "/env";
  CHECK(choose_ca(options, {"built-in.pem", "/built-in"}) == CaSource{"env.pem", "/env"});
  options.ca_file.clear();
  CHECK(choose_ca(options, {"built-in.pem", "/built-in"}) == CaSource{"", "/env"});
}

TEST_CASE("a built-in folder of hashed links is used without the file") {
  const Folder folder;
  folder.add("0123abcd.0");
  CHECK(choose_ca({}, {"built-in.pem", folder.path()}) == CaSource{"", folder.path()});
}

TEST_CASE("a built-in folder without hashed links leaves the file") {
  const Folder folder;
  folder.add("roots.pem");
  CHECK(choose_ca({}, {"built-in.pem", folder.path()}) == CaSource{"built-in.pem", ""});
  CHECK(choose_ca({}, {"built-in.pem", "/does/not/exist"}) == CaSource{"built-in.pem", ""});
}

TEST_CASE("without any built-in place libcurl keeps its own") {
  CHECK(choose_ca({}, {}) == CaSource{});
}

TEST_CASE("roots are found where the common distributions keep them") {
  for (const auto* place : {"etc/ssl/certs/ca-certificates.crt", "etc/pki/tls/certs/ca-bundle.crt",
                            "etc/ssl/ca-bundle.pem", "etc/ssl/cert.pem"}) {
    CAPTURE(place);
    const Folder root;
    const auto file = std::filesystem::path(root.path()) / place;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << "x";
    CHECK(find_roots(root.path()) == CaSource{file.string(), ""});
  }
}

TEST_CASE("a folder of hashed links is found before any file") {
  const Folder root;
  const auto folder = std::filesystem::path(root.path()) / "etc/ssl/certs";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "ca-certificates.crt") << "x";
  std::ofstream(folder / "0123abcd.0") << "x";
  CHECK(find_roots(root.path()) == CaSource{"", folder.string()});
}

TEST_CASE("without roots the usual file is named, which is then reported as missing") {
  const Folder root;
  CHECK(find_roots(root.path()).file == root.path() + "/etc/ssl/certs/ca-certificates.crt");
}
