import { describe, expect, it } from 'vitest';
import { onlyHere } from '../../src/app/share';

describe('addresses that lead nobody else here', () => {
  it.each(['localhost', 'a.localhost', '127.0.0.1', '127.8.0.2', '[::1]'])('%s', (host) => expect(onlyHere(host)).toBe(true));
  it.each(['192.168.1.20', 'table.example.org', '127.example.org', 'mylocalhost', '[fe80::1]'])('not %s', (host) => expect(onlyHere(host)).toBe(false));
});
