/** Effects of deactivating people, and the records it leaves as they were. */
export const Consequences = ({ back = false }: { back?: boolean }) =>
  back ? (
    <p>They can sign in again with the password and second factor they had, and see what their role and permissions allow.</p>
  ) : (
    <>
      <p>They are signed out at their next click and can no longer sign in. They get no more emails.</p>
      <p>Their reports, uploads and history stay, and so do their permissions in case they return.</p>
    </>
  )
