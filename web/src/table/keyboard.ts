import { commandOf } from './keys';
import type { Play } from './play.svelte';
import { readHand, readLast, readTable } from './reading';

/** Does this element want the keys for itself? */
function writes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Is it a button or link of its own, which Enter presses? */
function presses(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, [role="tab"]') !== null;
}

export function keyDown(event: KeyboardEvent, play: Play, letters: boolean): void {
  if (play.mode !== 'play' || event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey || writes(event.target)) return;
  if (document.querySelector('dialog[open]') !== null) return;
  const state = { digits: play.digitsChoose, open: play.isOpen, letters, away: play.away };
  const announces = play.features.announces && play.ask?.kind !== 'baojiao';
  const command = commandOf(event.code, state, announces);
  if (command === null) return;
  if (command.do === 'discard' && presses(event.target)) return;
  if (event.repeat && command.do !== 'move') return;
  if (command.do === 'move' && !inPlay(event.target)) return;
  event.preventDefault();
  run(play, command);
}

/** Arrows belong to the hand unless the focus is somewhere else on the page. */
function inPlay(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.closest('.hand') !== null);
}

function run(play: Play, command: NonNullable<ReturnType<typeof commandOf>>): void {
  play.comeBack();
  switch (command.do) {
    case 'verb':
      return play.verb(command.verb);
    case 'place':
      play.pick(command.place);
      return play.focusHand();
    case 'digit':
      return play.digit(command.digit);
    case 'move':
      if (command.to === 'up') return play.focusActions();
      return command.to === 'down' ? play.focusHand() : play.move(command.to);
    case 'discard':
      return play.playRaised();
    case 'back':
      return play.back();
    case 'why':
      return void play.why();
    case 'hint':
      return play.room.hints ? void play.askHint() : undefined;
    case 'readHand':
      return play.say(readHand(play));
    case 'readTable':
      return play.say(readTable(play));
    case 'here':
      return play.focusHand(); // all that is to be done has been
    case 'readLast':
      return play.say(readLast(play));
    default:
      return play.toggle(command.do);
  }
}
