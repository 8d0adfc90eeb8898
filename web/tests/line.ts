/** A WebSocket for tests: what was sent is kept, what comes is said by the test. */
import type { FromPage, ToPage } from '../src/lib/wire';

export class Line {
  readyState = 0;
  sent: FromPage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPage);
  }

  close(): void {
    this.readyState = 3;
  }

  // ── the other side ──

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(...messages: ToPage[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** The last message of a type that was sent. */
  last<Type extends FromPage['type']>(type: Type): Extract<FromPage, { type: Type }> {
    const found = this.sent.filter((message) => message.type === type).at(-1);
    if (!found) throw new Error(`no ${type} was sent`);
    return found as Extract<FromPage, { type: Type }>;
  }
}
