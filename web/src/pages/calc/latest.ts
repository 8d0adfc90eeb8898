/** Asks a little after the last change, and only the answer to the last question counts. */

export interface Latest<Question> {
  ask: (question: Question) => void;
  /** Ask at once, if a question still waits. */
  flush: () => void;
  stop: () => void;
}

export interface Heard<Question, Answer> {
  answered: (answer: Answer, question: Question) => void;
  failed: (error: unknown, question: Question) => void;
}

export const PAUSE = 150; // ms

export function latest<Question, Answer>(
  put: (question: Question) => Promise<Answer>,
  heard: Heard<Question, Answer>,
  pause = PAUSE,
): Latest<Question> {
  let number = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | null = null;

  function ask(question: Question): void {
    const mine = ++number; // what is on its way is late from now on
    clearTimeout(timer);
    waiting = () => {
      waiting = null;
      put(question).then(
        (answer) => mine === number && heard.answered(answer, question),
        (error: unknown) => mine === number && heard.failed(error, question),
      );
    };
    timer = setTimeout(() => waiting?.(), pause);
  }

  return {
    ask,
    flush: () => {
      clearTimeout(timer);
      waiting?.();
    },
    stop: () => {
      number += 1;
      clearTimeout(timer);
      waiting = null;
    },
  };
}
