#pragma once

#include "mrctl/spec/field.hpp"

#include "schema_node.hpp"

#include <string>
#include <vector>

namespace mrctl::contract {

// Walks the table's shapes and the schema's nodes side by side, and says where one has what the
// other has not: types, null, bounds, lengths, choices, members, required and refused ones.
class Comparison {
public:
  void compare_fields(const SchemaNode& root);
  [[nodiscard]] const std::vector<std::string>& differences() const { return differences_; }

private:
  void compare_kept(const spec::Field& field, const SchemaNode& node);
  void compare(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_kind(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_string(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_bounds(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_choice(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_list(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_map(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_members(spec::Rows<spec::ShapeMember> members, const SchemaNode& node,
                       const Names& tag, const std::string& where);
  void compare_tagged(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_tag(const spec::Shape& shape, const SchemaNode& node, const std::string& where);
  void compare_alternatives(const spec::Shape& shape, const SchemaNode& node,
                            const std::string& where);

  void expect_same(const std::string& where, const std::string& what, const Names& table,
                   const Names& schema);
  void expect_same(const std::string& where, const std::string& what, double table, double schema);
  void expect_same_size(const std::string& where, const std::string& keyword, std::size_t size,
                        std::size_t absent, const SchemaNode& node);

  std::vector<std::string> differences_;
};

} // namespace mrctl::contract
