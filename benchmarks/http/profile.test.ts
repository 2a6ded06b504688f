import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharesOf } from './profile.ts';

test('built-ins count for the calling part, and idle time does not count', () => {
  const nodes = [
    node(1, '(root)', '', [2, 3, 5]),
    node(2, '(idle)', ''),
    node(3, 'admit', 'file:///src/serve/http/admit.ts', [4]),
    node(4, 'get', ''),
    node(5, 'end', 'node:_http_outgoing', [6]),
    node(6, 'writeUtf8String', ''),
  ];
  const shares = sharesOf({ nodes, startTime: 0, endTime: 1, samples: [2, 2, 3, 4, 4, 6] });
  assert.deepEqual(shares, [
    { part: 'credential and rate limit', share: 0.75 },
    { part: 'writing to sockets', share: 0.25 },
  ]);
});

function node(id: number, functionName: string, url: string, children: number[] = []) {
  const callFrame = { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 };
  return { id, callFrame, children };
}
