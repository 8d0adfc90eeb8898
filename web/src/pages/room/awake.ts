/** Keeps the screen on at the table, where the browser can (HTTPS only); elsewhere the device's own setting rules. */
export function stayAwake(): (() => void) | undefined {
  if (!('wakeLock' in navigator)) return undefined;
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function hold(): Promise<void> {
    if (document.hidden || over) return;
    try {
      const held = await navigator.wakeLock.request('screen');
      if (over) void held.release();
      else lock = held;
    } catch {
      // Refused (low battery, policy): nothing depends on it.
    }
  }

  const again = (): void => void hold();
  void hold();
  document.addEventListener('visibilitychange', again);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
