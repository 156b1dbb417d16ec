/** The password asked for again before a sensitive change: the wait of the calls that met `confirm_required`. SessionKeeper draws the dialog. */
import { observable } from './observable.ts'

/** True while a call waits for the person's password. */
export const confirmationWanted = observable(false)

let waiting: ((confirmed: boolean) => void)[] = []

/** Resolves true once the password was given (the call may be repeated), false when the person thinks better of it. */
export function passwordAskedAgain(): Promise<boolean> {
  confirmationWanted.set(true)
  return new Promise((resolve) => waiting.push(resolve))
}

export function answerConfirmation(confirmed: boolean): void {
  confirmationWanted.set(false)
  const calls = waiting
  waiting = []
  for (const resume of calls) resume(confirmed)
}
