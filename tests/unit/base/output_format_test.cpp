#include "mrctl/base/output_format.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>

using namespace mrctl;

namespace {

template <class Predicate>
bool holds_for(Predicate predicate, std::initializer_list<Format> formats) {
  return std::ranges::all_of(formats, predicate);
}

template <class Predicate>
bool holds_for_none(Predicate predicate, std::initializer_list<Format> formats) {
  return std::ranges::none_of(formats, predicate);
}

} // namespace

TEST_CASE("the rows say which formats have values as people read them") {
  using enum Format;
  CHECK(holds_for(has_values_for_people, {table, text, wide, card, markdown, html}));
  CHECK(holds_for_none(has_values_for_people, {json, jsonl, csv, yaml, raw, name, junit}));
  CHECK(holds_for(is_for_people, {table, text, wide, card, html}));
  CHECK(holds_for_none(is_for_people, {json, csv, markdown, raw, name, junit}));
  CHECK(holds_for(is_drawn, {table, text, wide, card}));
  CHECK(holds_for_none(is_drawn, {json, csv, markdown, html}));
}

TEST_CASE("the rows say how formats for programs are laid out") {
  using enum Format;
  CHECK(holds_for(is_of_records, {csv, tsv, markdown}));
  CHECK(holds_for_none(is_of_records, {table, json, name, html}));
  CHECK(holds_for(has_every_column, {csv, tsv}));
  CHECK(holds_for_none(has_every_column, {table, markdown, json}));
  CHECK(holds_for(is_rows, {jsonl, csv, tsv, name}));
  CHECK(holds_for_none(is_rows, {table, json, markdown, html}));
  CHECK(holds_for(is_document, {json, yaml, raw, junit, codequality}));
  CHECK(holds_for_none(is_document, {table, jsonl, csv, html}));
}
