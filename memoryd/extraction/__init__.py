"""What was stated in a conversation, found without a model, in English and German (rule 21).

Pure: from sentences, in the order in which they were said, to a `result`.

A sentence           judging, by the cues of english and german (tongues), open_ends, marks, talk, withdrawn, spoken;
                     worth weighs it
An answer            answers, asked
Its facts            told_facts, triples (with german_order and others_words), subjects, people, keeping
What is done         ends, by what was said later
All of a talk        extract, over found
"""
