-- The tokeniser of all searches, for indexing. What searches ask for is made by src/search of the kit, by the same rules; a test compares both.
-- Its classes of characters are those of src/search/characters.ts. It names no other function of this schema: PostgreSQL calls it without a search path
-- when it builds an index or restores a dump.

-- The words of a text with their positions: without case, accents and compatibility forms. Text in scripts that do not separate words is indexed by
-- pairs of characters, and the last one of each run, so that every part is found; long ones to a limit that keeps the vector below PostgreSQL's.
create function words_of(searched text, weight text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  plain text;
  found text[];
  runs text;
begin
  if searched = '' then
    return '';
  end if;
  if octet_length(searched) = char_length(searched) then
    plain := lower(searched collate "C");
    found := string_to_array(btrim(regexp_replace(plain, '[^a-z0-9]+', ' ', 'g')), ' ');
  else
    plain := lower(regexp_replace(normalize(searched, NFKD), '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1-\u05C2\u05C4-\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7-\u06E8\u06EA-\u06ED\u180B-\u180D\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F\U000E0100-\U000E01EF]', '', 'g'));
    plain := translate(plain, 'ıøđðħłŧς', 'ioddhltσ');
    plain := normalize(replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC);
    found := string_to_array(btrim(regexp_replace(plain, '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u02C2-\u02DF\u02E5-\u02FF\u037E\u0387\u055A-\u055F\u0589-\u058A\u05BE\u05C0\u05C3\u05C6\u05F3-\u05F4\u060C\u061B-\u061F\u066A-\u066D\u06D4\u0964-\u0965\u0E3F\u0E4F\u0E5A-\u0E5B\u104A-\u104F\u10FB\u1360-\u1368\u17D4-\u17D6\u17D8-\u17DB\u1800-\u180A\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u3004\u3008-\u3020\u3030\u3036-\u3037\u303D-\u303F\u30A0\u30FB\uA4FF\uE000-\uF8FF\uFD3E-\uFD3F\uFE10-\uFE1F\uFE30-\uFE6F\uFF00-\uFF65\uFFE0-\uFFFF\U0001F000-\U0001FAFF\u0E01-\u0E3A\u0E40-\u0E4E\u0E80-\u0ECF\u0EDC-\u0EDF\u1000-\u103F\u1050-\u109D\u1100-\u11FF\u1780-\u17D3\u17D7\u17DC-\u17DD\u3005-\u3007\u3031-\u3035\u3041-\u309F\u30A1-\u30FA\u30FC-\u30FF\u3100-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97C\uAC00-\uD7FB\uF900-\uFAFF\U0001B000-\U0001B16F\U00020000-\U00033FFF]+', ' ', 'g')), ' ');
    if plain ~ '[\u0E01-\u0E3A\u0E40-\u0E4E\u0E80-\u0ECF\u0EDC-\u0EDF\u1000-\u103F\u1050-\u109D\u1100-\u11FF\u1780-\u17D3\u17D7\u17DC-\u17DD\u3005-\u3007\u3031-\u3035\u3041-\u309F\u30A1-\u30FA\u30FC-\u30FF\u3100-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97C\uAC00-\uD7FB\uF900-\uFAFF\U0001B000-\U0001B16F\U00020000-\U00033FFF]' then
      runs := left(regexp_replace(plain, '[^\u0E01-\u0E3A\u0E40-\u0E4E\u0E80-\u0ECF\u0EDC-\u0EDF\u1000-\u103F\u1050-\u109D\u1100-\u11FF\u1780-\u17D3\u17D7\u17DC-\u17DD\u3005-\u3007\u3031-\u3035\u3041-\u309F\u30A1-\u30FA\u30FC-\u30FF\u3100-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97C\uAC00-\uD7FB\uF900-\uFAFF\U0001B000-\U0001B16F\U00020000-\U00033FFF]+', ' ', 'g'), 20000);
      found := found || string_to_array(regexp_replace(runs, '([^ ][^ ])', '\1 ', 'g'), ' ')
        || string_to_array(regexp_replace(regexp_replace(runs, '(^| )[^ ]', '\1', 'g'), '([^ ][^ ])', '\1 ', 'g'), ' ');
    end if;
    if plain ~ '[\u231A-\u231B\u23E9-\u23FA\u2600-\u27BF\u2B05-\u2B07\u2B1B-\u2B1C\u2B50\u2B55\U0001F000-\U0001FAFF]' then
      found := found || string_to_array(regexp_replace(plain, '[^\u231A-\u231B\u23E9-\u23FA\u2600-\u27BF\u2B05-\u2B07\u2B1B-\u2B1C\u2B50\u2B55\U0001F000-\U0001FAFF]+', '', 'g'), null);
    end if;
  end if;
  if plain ~ '[0-9](?:[\u0020\u0028-\u0029\u002D-\u002F\u2010-\u2015]{0,3}[0-9]){6}' then
    -- Of a telephone number also all digits: those within its country and, where the country is said, those with its code.
    found := found || (
      select array_agg(word) from (
        select regexp_replace(part[2], '[^0-9]+', '', 'g') as digits, part[1] like '%+%' as has_plus
        from regexp_matches(plain, '(?<![0-9a-z])([(+]{0,2})([0-9](?:[\u0020\u0028-\u0029\u002D-\u002F\u2010-\u2015]{0,3}[0-9]){6,})(?![0-9a-z])', 'g') part) number
      cross join lateral (
        select has_plus or digits like '00%' as is_international, regexp_replace(digits, '^00', '') as digits) dialled
      cross join lateral unnest(case when dialled.is_international
        then array[dialled.digits, ltrim(regexp_replace(dialled.digits, '^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[789]|8[035789]|9[679])[0-9])', ''), '0')]
        else array[ltrim(dialled.digits, '0')] end) word
      where length(dialled.digits) between 7 and 15 and length(word) >= 6);
  end if;
  return (select coalesce(string_agg(left(word, 100) || ':' || nth || weight, ' '), '')::tsvector
    from unnest(found) with ordinality as w (word, nth) where word <> '');
end $$;
