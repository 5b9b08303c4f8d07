-- Where a lead is found by words, by the tokeniser of the kit. `lead_words`, `word_beginnings` and their part of `lead_search_idx` serve replicas of the
-- release before; the next release drops them.
CREATE FUNCTION "lead_found_words"("fullname" TEXT, "email" TEXT, "phone" TEXT, "company" TEXT, "lead_id" TEXT)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN words_of(concat_ws(E'\n', "fullname", "email", "phone", "company", "lead_id"), '');
