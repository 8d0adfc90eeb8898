import { describe, expect, test } from 'vitest';
import { curl, ENDPOINTS, laid, others, pretty } from '../../src/pages/api/endpoints';

const settle = ENDPOINTS.find((one) => one.name === 'settle')!;

describe('examples of the interface', () => {
  test('are laid out so that they can be read, and are the same value', () => {
    for (const { body } of ENDPOINTS) if (body !== undefined) expect(JSON.parse(laid(body))).toEqual(body);
    expect(laid(settle.body).split('\n')).toHaveLength(12);
    expect(laid(5)).toBe('5');
  });

  test('are typed in a shell as they are sent, quotes and all', () => {
    expect(curl('http://h', { name: 'x', method: 'GET', path: '/api/rules' }, '/api/rules?lang=zh', '')).toBe("curl -s 'http://h/api/rules?lang=zh'");
    const typed = curl('http://h', settle, '/api/settle', '{"id": "it\'s", "x":\n 1}');
    expect(typed).toBe(`curl -s 'http://h/api/settle' -H 'content-type: application/json' -d '{"id":"it'\\''s","x":1}'`);
    expect(curl('http://h', settle, '/api/settle', '{')).toContain("-d '{'");
  });

  test('answers are indented where they are JSON', () => {
    expect(pretty('{"a":1}')).toBe('{\n "a": 1\n}');
    expect(pretty('no')).toBe('no');
  });

  test('what has no example is listed', () => {
    const found = others({ paths: { '/api/settle': { post: { summary: 's' } }, '/api/rules/{game}': { get: {} }, '/api/hands/{hand}': { get: { summary: 'h' } } } });
    expect(found).toEqual([{ method: 'GET', path: '/api/hands/:hand', summary: 'h' }]);
  });
});
