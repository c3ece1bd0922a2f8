/**
 * The chances by which evidence is weighed: how often a fact holds if symbols and place are right, and how often otherwise. They
 * were chosen on builds other than those that `docs/evidence.md` ("Calibration of names") reports on.
 */

/** Prior probabilities for symbols matched by name only: this very build, another build of the program, or another program. */
export const prior = { right: 0.5, otherBuild: 0.4, otherProgram: 0.1 }

/** Changes of size that another build may have over the length of its code, one as likely as the other. */
export const changeRates = [1.5, 8, 50]
/** That a change makes up for an earlier one to the byte. */
export const evenedOut = 0.01

/** A return address that follows no call: a mistaken frame, or code that was changed while it ran. */
export const strayReturn = 0.02
/** A direct call that goes elsewhere than to the frame below: what it called jumped on, or a frame is missing. */
export const calleeElsewhere = 0.15
/** Two unrelated frames fit each other by chance less often than this. */
export const chanceCallee = 0.01
/** A function that was moved is still the one that the frame above calls: the move was short. */
export const calledThoughMoved = 0.4

/** A printed name that disagrees with the very build: cut, written otherwise, folded. */
export const strayName = 0.01
/** A printed name and its distance that agree in moved code. */
export const luckyName = 1e-5
/** Printed names that symbols do not have: rarer with the very build. */
export const unknownName = { same: 0.5, moved: 0.7 }

/** An address outside of all code of its own image, and one inside that no function covers. */
export const outside = { same: 0.001, moved: 0.03 }
export const uncovered = { same: 0.02, moved: 0.05 }

/** How far code is moved: any power of two from the first to the last as likely as the next. */
export const move = { least: 4, most: 0x40000 }
/** No function is so short that code which was moved could not have the same one there. */
export const leastStay = 0.1

/** Evidence against a name besides build and place, in nats: the end of its function, a stack that was guessed, another slice. */
export const doubtNats = -3

/** The confidence from which a name is likely, and below which it is not shown. */
export const likelyFrom = 0.95
export const shownFrom = 0.05
