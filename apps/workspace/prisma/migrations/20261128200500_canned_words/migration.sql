-- The words of a canned response, by the tokeniser of the kit: computed when it is written, by whichever release.
ALTER TABLE "canned_responses" ADD COLUMN "words" tsvector;

CREATE FUNCTION "canned_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := words_of(concat_ws(E'\n', NEW.title, NEW.text), '');
  RETURN NEW;
END $$;

CREATE TRIGGER "canned_words" BEFORE INSERT OR UPDATE OF "title", "text", "words" ON "canned_responses"
  FOR EACH ROW EXECUTE FUNCTION "canned_words"();

UPDATE "canned_responses" SET "words" = NULL;
