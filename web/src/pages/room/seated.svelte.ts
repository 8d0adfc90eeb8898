/** Is the table on the screen? Then the room has a bar of its own in place of the header, and the page no margin. */
let now = $state(false);

export const seated = {
  get now(): boolean {
    return now;
  },
  set now(value: boolean) {
    now = value;
  },
};
