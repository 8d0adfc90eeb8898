/** What on a board waits for somebody's word. What this phone has answered is asked no more, also before the server has heard it. */
import type { BoardHand, BoardOp, BoardProposal, BoardTold } from '$lib/wire';

export interface OpenMatters {
  conflicts: BoardHand[];
  questions: BoardHand[];
  proposals: BoardProposal[];
}

export function openOf(told: BoardTold | null, waiting: readonly { op: BoardOp }[]): OpenMatters {
  const ops = waiting.map(({ op }) => op);
  const answered = new Set(ops.filter(({ kind }) => ['choose', 'same', 'two'].includes(kind)).map(({ hand }) => hand));
  const judged = new Set(ops.filter(({ kind }) => kind === 'accept' || kind === 'refuse').map(({ body }) => body?.['op']));
  const hands = (told?.hands ?? []).filter(({ hand }) => !answered.has(hand));
  return {
    conflicts: hands.filter(({ conflict }) => conflict !== null),
    questions: hands.filter(({ question, status }) => question !== null && status === 'asked'),
    proposals: (told?.proposals ?? []).filter(({ op }) => !judged.has(op)),
  };
}
