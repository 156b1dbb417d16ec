/** Before every test file of the browser's part: what Testing Library rendered is gone after each test. */
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)
