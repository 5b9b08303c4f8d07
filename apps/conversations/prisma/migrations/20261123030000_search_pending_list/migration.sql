-- Entries are collected in a short pending list and merged together: a common word, whose entry holds up to 2.5 kB, is then written once for
-- some forty conversations instead of for each of them. A search reads the list, 16 pages at most, in well under a millisecond.
ALTER INDEX "request_search_words_idx" SET (fastupdate = on, gin_pending_list_limit = 128);
