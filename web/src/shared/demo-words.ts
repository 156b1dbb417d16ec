/** Said by pages of a demo that is set up to sign people in by their password alone. */
export const NO_SECOND_FACTOR = 'This demo does not ask for a second factor; in production everyone confirms each sign-in.'
