/** Whether a person touched the page just now; tells their own calls from refetches, which must not keep a session alive. */
const RECENT_MS = 10_000
const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

// Opening the page is an action as well.
let lastAction = Date.now()

for (const event of EVENTS)
  addEventListener(
    event,
    () => {
      lastAction = Date.now()
    },
    { capture: true, passive: true },
  )

export const personIsActive = (): boolean => Date.now() - lastAction < RECENT_MS
