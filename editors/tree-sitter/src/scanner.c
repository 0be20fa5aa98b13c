// Words, numbers and units of DTP. The rules are those of src/dsl/syntax/tokens/number.ts and of `softFollows` in
// src/dsl/ast/words.ts; words.h is generated from the language's tables.
#include <stdbool.h>
#include <string.h>
#include <wctype.h>
#include "tree_sitter/parser.h"
#include "words.h"

enum Token { NAME, NUMBER, UNIT_OF_NUMBER, UNIT_AFTER_AS, CALL_OPEN, ERROR_SENTINEL, FIRST_SOFT };

// Longest word that is kept. Longer ones are no words of the language.
enum { MOST = 32 };

typedef struct {
  char text[MOST];
  unsigned length;
} Word;

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_ascii_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// The micro sign and the Greek letter begin units.
static bool is_micro(int32_t c) { return c == 0xB5 || c == 0x3BC; }
static bool begins_word(int32_t c) { return is_ascii_letter(c) || c == '_' || is_micro(c); }
static bool in_word(int32_t c) { return begins_word(c) || is_digit(c); }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }

static void take(TSLexer *lexer, Word *word) {
  if (word->length < MOST) word->text[word->length] = lexer->lookahead < 128 ? (char)lexer->lookahead : '?';
  word->length++;
  lexer->advance(lexer, false);
}

static void take_word(TSLexer *lexer, Word *word) {
  while (in_word(lexer->lookahead)) take(lexer, word);
}

static int find(const Word *word, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (strlen(words[i]) == word->length && word->length <= MOST && !strncmp(words[i], word->text, word->length))
      return i;
  return -1;
}

// Reads the parts of a unit after its first word: `/s` and `-hours`. True where there is one.
static bool take_joined(TSLexer *lexer) {
  bool joined = false;
  while (lexer->lookahead == '/' || lexer->lookahead == '-') {
    lexer->advance(lexer, false);
    if (!is_ascii_letter(lexer->lookahead) && !is_micro(lexer->lookahead) && lexer->lookahead != '$') break;
    lexer->advance(lexer, false);
    while (in_word(lexer->lookahead)) lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    joined = true;
  }
  return joined;
}

static bool is_in(const char *letters, int32_t c) {
  for (; *letters; letters++)
    if (*letters == c) return true;
  return false;
}

static bool emit(TSLexer *lexer, const bool *valid, unsigned token) {
  lexer->result_symbol = (TSSymbol)token;
  return valid[token];
}

static bool scan_number(TSLexer *lexer, const bool *valid) {
  bool money = lexer->lookahead == '$';
  if (money) {
    lexer->advance(lexer, false);
    if (!is_digit(lexer->lookahead)) {
      // `$` alone is a unit: `5 $/GPU-hour`.
      lexer->mark_end(lexer);
      take_joined(lexer);
      return emit(lexer, valid, valid[UNIT_AFTER_AS] ? UNIT_AFTER_AS : UNIT_OF_NUMBER);
    }
  }
  bool one = lexer->lookahead == '1';
  unsigned digits = 0;
  while (is_digit(lexer->lookahead) || lexer->lookahead == '_') {
    digits++;
    lexer->advance(lexer, false);
  }
  lexer->mark_end(lexer);
  if (lexer->lookahead == '.') {
    lexer->advance(lexer, false);
    if (!is_digit(lexer->lookahead)) return emit(lexer, valid, NUMBER);
    digits = 0;
    while (is_digit(lexer->lookahead) || lexer->lookahead == '_') lexer->advance(lexer, false);
    lexer->mark_end(lexer);
  }
  Word word = {"", 0};
  if (lexer->lookahead == 'e' || lexer->lookahead == 'E') {
    take(lexer, &word);
    bool is_signed = lexer->lookahead == '+' || lexer->lookahead == '-';
    if (is_signed) lexer->advance(lexer, false);
    if (is_digit(lexer->lookahead)) {
      while (is_digit(lexer->lookahead)) lexer->advance(lexer, false);
      lexer->mark_end(lexer);
      word.length = 0;
    } else if (is_signed) {
      return emit(lexer, valid, NUMBER);
    }
  }
  take_word(lexer, &word);
  // `1f1b` is the name of a schedule.
  if (one && digits == 1 && !money && word.length == 3 && !strncmp(word.text, "f1b", 3)) {
    lexer->mark_end(lexer);
    return emit(lexer, valid, NAME);
  }
  // `8Gi` is a scale. In `8Gi/s` the letters are a unit, which is read next; the mark stays before them.
  bool is_scale = word.length > 0 && find(&word, SCALES) >= 0;
  if (is_scale && (money || (lexer->lookahead != '/' && lexer->lookahead != '-'))) lexer->mark_end(lexer);
  if (money) take_joined(lexer);
  return emit(lexer, valid, NUMBER);
}

static bool scan_word(TSLexer *lexer, const bool *valid, bool touches, bool newline) {
  Word word = {"", 0};
  take_word(lexer, &word);
  lexer->mark_end(lexer);
  bool hard = find(&word, HARD) >= 0;
  int soft = find(&word, SOFT);
  if (valid[UNIT_AFTER_AS] && !hard) {
    take_joined(lexer);
    return emit(lexer, valid, UNIT_AFTER_AS);
  }
  bool may_be_unit = valid[UNIT_OF_NUMBER] && !newline;
  if (may_be_unit && (take_joined(lexer) || touches)) return emit(lexer, valid, UNIT_OF_NUMBER);
  if (hard) return false;

  // What follows on the line: a name before `=` is no unit, and some texts make a soft word a word of the grammar.
  bool blank = false;
  while (is_blank(lexer->lookahead)) {
    blank = true;
    lexer->advance(lexer, false);
  }
  int32_t next = lexer->lookahead;
  if (may_be_unit && soft < 0) {
    if (next != '=') return emit(lexer, valid, UNIT_OF_NUMBER);
    lexer->advance(lexer, false);
    return emit(lexer, valid, lexer->lookahead == '=' ? UNIT_OF_NUMBER : NAME);
  }
  if (soft >= 0 && valid[FIRST_SOFT + soft] && (blank || !FOLLOWS[soft].blank) && is_in(FOLLOWS[soft].begins, next)) {
    Word after = {"", 0};
    if (begins_word(next)) take_word(lexer, &after);
    if (after.length == 0 || find(&after, HARD) < 0) return emit(lexer, valid, FIRST_SOFT + (unsigned)soft);
  }
  return emit(lexer, valid, NAME);
}

void *tree_sitter_dtp_external_scanner_create(void) { return NULL; }
void tree_sitter_dtp_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_dtp_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_dtp_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_dtp_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  // After an error every token counts as valid. Then a word is a name, and a unit is none.
  bool all[FIRST_SOFT + SOFT_COUNT];
  memcpy(all, valid, sizeof all);
  if (valid[ERROR_SENTINEL]) all[UNIT_OF_NUMBER] = all[UNIT_AFTER_AS] = all[CALL_OPEN] = false;

  bool touches = true;
  bool newline = false;
  while (iswspace((wint_t)lexer->lookahead) || lexer->lookahead == 0xFEFF) {
    touches = false;
    newline = newline || lexer->lookahead == '\n';
    lexer->advance(lexer, true);
  }
  int32_t c = lexer->lookahead;
  if (c == '(' && touches && all[CALL_OPEN]) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    return emit(lexer, all, CALL_OPEN);
  }
  if (c == '%' && ((all[UNIT_OF_NUMBER] && !newline) || all[UNIT_AFTER_AS])) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    return emit(lexer, all, all[UNIT_AFTER_AS] ? UNIT_AFTER_AS : UNIT_OF_NUMBER);
  }
  if (is_digit(c) || c == '$') return scan_number(lexer, all);
  return begins_word(c) && scan_word(lexer, all, touches, newline);
}
