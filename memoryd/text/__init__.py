"""Text as people write it: Markdown entries, sentences, dates. Pure.

Files               markdown, passages, slugs, escaped, values, tokens (the estimate)
Sentences           sentences, list_heads, clauses, word_order, code; polarity; pleasantries
Words               verbs, stopwords, tables, forms
Days                dates, weekdays, calendar_names; chinese and hanzi
What is stated      statements, turns (from one value to another), updates (how these are put), splices; handovers
What bears          relevance: what is preferred or was decided
What is settled     assent, choice, settling, taking_back; orders to the memory
Untrusted texts     instructions, over instruction_model, instruction_words, instruction_look and disguises
A reader            reading: what a model has to offer
"""
