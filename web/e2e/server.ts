/** A real server: started on a free port with a database of its own, stopped, killed, started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const WINDOWS = process.platform === 'win32';
const program = (name: string): string => join(ROOT, WINDOWS ? `.venv/Scripts/${name}.exe` : `.venv/bin/${name}`);
const START_MS = 280_000; // a cold engine is compiled first, perhaps beside another process that does the same
const STOP_MS = 15_000;
const KEPT = 20_000; // characters of what the server printed, for the report of a failure

/** Seconds that things take in a room, by the names of the server's own settings of them; see tests/quick_server.py. */
export type Pace = Partial<Record<'pause' | 'bot' | 'away' | 'host' | 'vote' | 'next_hand' | 'ticket' | 'idle', number>>;

/** Bots answer at once, and nobody waits after a discard. */
export const QUICK: Pace = { pause: 0.04, bot: 0.04 };

export interface ServerOptions {
  /** Null: `paizhuo serve` itself, as people start it. */
  pace?: Pace | null;
  /** A name under which it may be asked for, beside the address of the machine itself. */
  name?: string;
}

export class Server {
  private process: ChildProcess | null = null;
  private printed = '';

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly options: ServerOptions,
  ) {}

  static async start(options: ServerOptions = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'paizhuo-e2e-'));
    const server = new Server(folder, await freePort(), options);
    await server.begin();
    return server;
  }

  get origin(): string {
    return `http://${this.options.name ?? '127.0.0.1'}:${this.port}`;
  }

  /** What it printed lately. */
  get output(): string {
    return this.printed;
  }

  /** Starts it on the same port and database, after `kill` or `stop`. */
  async begin(): Promise<void> {
    if (this.process !== null) throw new Error('The server is running.');
    const [file, ...words] = this.command();
    const env = { ...process.env, PYTHONUNBUFFERED: '1' };
    const started = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf-8').on('data', (text: string) => {
        this.printed = (this.printed + text).slice(-KEPT);
      });
    }
    let failed: Error | null = null;
    started.once('error', (error) => (failed = error));
    const end = Date.now() + START_MS;
    while (!(await this.ready())) {
      if (failed !== null || ended(started) || Date.now() > end) {
        await this.kill();
        throw new Error(`The server did not start.\n${this.printed}`, { cause: failed });
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Ends it and removes its database. */
  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  private command(): [string, ...string[]] {
    const { pace = QUICK, name } = this.options;
    if (pace === null) {
      const words = ['serve', '--host', '127.0.0.1', '--port', String(this.port), '--data-dir', this.folder];
      return [program('paizhuo'), ...words, '--log-level', 'warning'];
    }
    const told = { dataDir: this.folder, host: '127.0.0.1', port: this.port, allowHost: name ? [name] : [], pace };
    return [program('python'), join(ROOT, 'tests/quick_server.py'), JSON.stringify(told)];
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const running = this.process;
    this.process = null;
    if (running === null || ended(running) || running.pid === undefined) return;
    const gone = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    const late = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(late);
  }

  private async ready(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}

function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
