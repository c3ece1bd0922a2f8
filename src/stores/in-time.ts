/** Storage that never responds: some browsers do so when it is damaged. */
import { storageReasons } from './messages/storage.ts'

/** On a busy machine an answer may only be late. */
const LONGEST_ANSWER = 5000

/**
 * Makes a function that waits for work as long as an answer may take, and rejects after that. Until the late answer comes, it rejects at
 * once and starts no work.
 */
export function answersInTime(longestAnswer = LONGEST_ANSWER): <T>(work: () => Promise<T>) => Promise<T> {
  let isSilent = false
  return async (work) => {
    if (isSilent) throw new Error(storageReasons.noAnswer)
    const working = work()
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isSilent = true
        reject(new Error(storageReasons.noAnswer))
      }, longestAnswer)
    })
    const answered = (): void => {
      isSilent = false
    }
    working.then(answered, answered)
    return Promise.race([working, silence]).finally(() => clearTimeout(timer))
  }
}
