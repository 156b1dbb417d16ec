/** One's own profile with the panels that other areas show on it: features do not know each other, the application puts them together. */
import { OwnEmail } from './features/email-changes/OwnEmail.tsx'
import { NoticesPanel } from './features/notifications/NoticesPanel.tsx'
import { ProfilePage } from './features/second-factor/ProfilePage.tsx'
import { BankSignInPanel } from './features/single-sign-on/BankSignInPanel.tsx'

export const ProfileWithPanels = () => <ProfilePage OwnEmail={OwnEmail} BankSignIn={BankSignInPanel} Notices={NoticesPanel} />
