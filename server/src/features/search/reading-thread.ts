/** One thread reads files, one after another, under limits of time and memory: what brings it down is told, and the next file gets a new one. */
import { Worker } from 'node:worker_threads'
import type { ReadAnswer, ReadTask } from './read-worker.ts'

export interface ReadingLimits {
  milliseconds: number
  megabytes: number
  /** Unpacked bytes lie beside what a thread's own limit counts: so many of them may there be while a file is read. */
  besideMegabytes: number
}
export interface ReadingThread {
  read: (task: ReadTask) => Promise<ReadAnswer>
  /** Nothing is to be read for now: the thread waits for a while, keeping no process up, and ends. */
  rest: () => void
  end: () => Promise<void>
}

const LIMITS: ReadingLimits = { milliseconds: 30_000, megabytes: 256, besideMegabytes: 384 }
const WATCHED_EVERY = 50
/** Milliseconds; a thread that unpacks without a pause does not answer. */
const ANSWERS_WITHIN = 2_000
/** Readers keep what they cached: a fresh thread now and then gives it back. */
const FILES_A_THREAD = 400
/** Milliseconds; what is read comes file by file, and a thread's start costs as much as reading one. */
const RESTS_FOR = 20_000

export function openReadingThread({ milliseconds, megabytes, besideMegabytes }: ReadingLimits = LIMITS): ReadingThread {
  let worker: Worker | undefined
  let files = 0
  let resting: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const endThread = async () => {
    clearTimeout(resting)
    const ended = worker
    worker = undefined
    files = 0
    await ended?.terminate()
  }
  const one = async (task: ReadTask): Promise<ReadAnswer> => {
    const thread = (worker ??= new Worker(new URL('./read-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
      // A library's output about somebody's file belongs in nobody's log.
      stdout: true,
      stderr: true,
    }))
    clearTimeout(resting)
    thread.ref()
    const answer = await answerOf(thread, task, milliseconds, besideMegabytes)
    files += 1
    if (!('words' in answer || 'unreadable' in answer) || files >= FILES_A_THREAD) await endThread()
    return answer
  }
  return {
    read: (task) => {
      const answer = last.then(() => one(task))
      last = answer.catch(() => undefined)
      return answer
    },
    rest: () => {
      clearTimeout(resting)
      worker?.unref()
      resting = setTimeout(() => void last.then(endThread), RESTS_FOR).unref()
    },
    end: () => last.then(endThread),
  }
}

const TOO_MUCH_MEMORY: ReadAnswer = { failure: 'It needs too much memory to read.' }

function answerOf(thread: Worker, task: ReadTask, milliseconds: number, besideMegabytes: number): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: ReadAnswer) => {
      clearTimeout(limit)
      clearInterval(watch)
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
      // A thread that is being ended may still say so.
      thread.on('error', () => undefined)
      resolve(answer)
    }
    const limit = setTimeout(
      () => settle({ failure: `It took longer than ${Math.round(milliseconds / 1000)} seconds to read.` }),
      milliseconds,
    )
    const beside = besideMegabytes * 2 ** 20
    const most = process.memoryUsage.rss() + beside
    let askedAt: number | undefined
    // The process also grows by what others do, such as reports that are being made: the thread is asked what it holds itself.
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() <= most) return
      if (askedAt === undefined) {
        askedAt = performance.now()
        thread.getHeapStatistics().then(
          ({ external_memory: held }) => {
            askedAt = undefined
            if (held > beside) settle(TOO_MUCH_MEMORY)
          },
          () => undefined,
        )
      } else if (performance.now() - askedAt > ANSWERS_WITHIN) settle(TOO_MUCH_MEMORY)
    }, WATCHED_EVERY)
    thread.once('message', (answer: ReadAnswer) => settle(answer))
    thread.once('error', (cause: unknown) => {
      const memory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle(memory ? TOO_MUCH_MEMORY : { failure: 'Reading it failed.' })
    })
    thread.once('exit', () => settle({ failure: 'Reading it ended early.' }))
    thread.postMessage(task)
  })
}
