/** Giving somebody a link: share sheet, else clipboard, else the text to be copied by hand (both need HTTPS). */

export type Shared = 'shared' | 'copied' | 'by_hand' | 'given_up';

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // no clipboard without HTTPS
  }
}

/** The old way, which works on plain http too: select a text and copy the selection. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'offscreen';
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

export async function share(title: string, url: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'given_up';
    }
  }
  return (await copy(url)) ? 'copied' : 'by_hand';
}

export const whole = (path: string): string => new URL(path, location.href).href;

/** Whether this machine alone understands the page's address: a link to it leads nobody else here. */
export const onlyHere = (host: string = location.hostname): boolean => /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
