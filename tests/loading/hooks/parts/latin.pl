:- encoding(iso_latin_1).
latin('ιό').
