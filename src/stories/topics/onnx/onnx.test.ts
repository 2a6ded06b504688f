import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeClassifierContract } from '../contract.ts';
import { createOnnxClassifier, type OnnxRuntime, type OnnxTensor } from './onnx.ts';

const CLASSES = ['sports', 'politics', 'tennis', 'parliament'];

/** A fake runtime whose "file" knows two words. */
function runtimeThat(isDown: () => boolean): OnnxRuntime {
  return {
    InferenceSession: {
      create: async () => ({
        run: async inputs => {
          if (isDown()) throw new Error('the session is broken');
          const texts: string[] = Array.from(inputs['text']?.data ?? [], String);
          return { probabilities: { data: Float32Array.from(texts.flatMap(chancesFor)) } };
        },
      }),
    },
    Tensor: class implements OnnxTensor {
      readonly data: readonly string[];
      constructor(_type: 'string', data: string[]) {
        this.data = data;
      }
    },
  };
}

function chancesFor(text: string): number[] {
  return /tennis/i.test(text) ? [0.9, 0.1, 0.8, 0] : [0.2, 0.8, 0, 0.7];
}

describeClassifierContract('behind an ONNX file', async () => {
  let down = false;
  return {
    classifier: await createOnnxClassifier({
      file: 'x.onnx',
      classes: CLASSES,
      runtime: runtimeThat(() => down),
    }),
    breakDown: () => {
      down = true;
    },
    repair: () => {
      down = false;
    },
    close: async () => undefined,
  };
});

test('TOPIC-5: without the runtime the error says what to install', async () => {
  await assert.rejects(
    createOnnxClassifier({ file: 'x.onnx', classes: CLASSES }),
    /onnxruntime-node.*not installed/,
  );
});

test('TOPIC-5: a file without categories of the taxonomy is refused at startup', async () => {
  const runtime = runtimeThat(() => false);
  await assert.rejects(createOnnxClassifier({ file: 'x.onnx', classes: ['cats'], runtime }), TypeError);
});
