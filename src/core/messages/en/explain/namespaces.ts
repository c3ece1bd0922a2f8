/** Who ends programs, and what their codes mean: namespaces of terminations as xnu's `sys/reason.h` and its clients number them. */
import { exitReasons } from '../exit-reasons.ts'

interface Namespace {
  /** The title without the report's own reason. */
  readonly title: string
  readonly meaning: string
  readonly codes?: Readonly<Record<number, string>>
}

const app = (who: string): Namespace => ({
  title: 'The system terminated the app',
  meaning: `${who} terminated it.`,
})

const namespaces: Readonly<Record<string, Namespace>> = {
  RUNNINGBOARD: app('RunningBoard, which manages the life of apps,'),
  FRONTBOARD: app('FrontBoard, which manages apps on the screen,'),
  SPRINGBOARD: app('SpringBoard, which manages apps on the screen,'),
  ASSERTIOND: app('assertiond, which manages the life of apps,'),
  BACKLIGHTSERVICES: app('The service for the always-on screen'),
  WATCHKIT: app('WatchKit'),
  SANDBOX: {
    title: 'The app was terminated for violating its sandbox',
    meaning: 'It did something that its entitlements do not allow.',
  },
  SECURITY: { title: 'The security system terminated the process', meaning: 'It broke a rule of the security policy.' },
  ENDPOINTSECURITY: {
    title: 'A security extension terminated the process',
    meaning: 'It is a client of Endpoint Security, or such a client denied it.',
  },
  LIBXPC: {
    title: 'The process was terminated by XPC',
    meaning: 'A service broke the rules of XPC, exited, or took too long.',
    codes: { 3: 'it took too long to launch' },
  },
  LIBSYSTEM: {
    title: 'libSystem or the program raised a fault',
    meaning: 'libSystem found a state with which it could not go on, or the program raised a fault on purpose.',
    codes: { 5: 'the program raised it on purpose' },
  },
  FOUNDATION: {
    title: 'Foundation terminated the process',
    meaning: 'Foundation found a state with which it could not go on.',
  },
  WATCHDOG: { title: 'A watchdog terminated the process', meaning: 'It did not check in as it must.' },
  HANGTRACER: { title: 'The hang tracer terminated the process', meaning: 'It did not respond for too long.' },
  COREANIMATION: {
    title: 'The render server terminated the app',
    meaning: 'It broke a limit of the render server, or a rule of it.',
  },
  METAL: { title: 'Metal terminated the process', meaning: 'It broke a limit or a rule of the graphics system.' },
  REALITYKIT: {
    title: 'RealityKit terminated the app',
    meaning: 'A scene exceeded one of the limits that the system sets for RealityKit.',
  },
  PORT_SPACE: {
    title: 'The process was terminated for its Mach ports',
    meaning: 'It held more ports than one process may.',
  },
  EXEC: {
    title: 'The program could not be started',
    meaning: 'The kernel refused to run the file.',
    codes: exitReasons.exec,
  },
  TCC: {
    title: 'The app was terminated for a request of private data',
    meaning: 'Access to private data needs a text for the user in the Info.plist.',
  },
  ROSETTA: { title: 'Rosetta terminated the process', meaning: 'The translated program could not go on.' },
  SKYWALK: { title: 'The network system terminated the process', meaning: 'It broke a rule of its network channels.' },
  SETTINGS: {
    title: 'The system terminated the app after a change of settings',
    meaning: 'The user changed a permission of the app, so the system ended it.',
  },
  WEBKIT: { title: 'WebKit terminated the process', meaning: 'WebKit ended one of its own processes.' },
  REPORTCRASH: { title: 'The crash reporter terminated the process', meaning: 'The system’s crash reporter ended it.' },
  TEST: { title: 'A test terminated the process', meaning: 'A test of the system ended it.' },
  ANALYTICS: { title: 'The analytics system terminated the process', meaning: 'The system ended it to take a report.' },
  OS_REASON_AUDIO: {
    title: 'The audio system terminated the process',
    meaning: 'It broke a rule of the audio system.',
  },
  OBJC: {
    title: 'The Objective-C runtime terminated the process',
    meaning: 'libobjc found a state with which it could not go on, and says why in a message.',
  },
  GUARD: {
    title: 'The process was terminated for misuse of a guarded resource',
    meaning: 'The owner of the resource, such as a port or a file, asked the system to guard it.',
  },
  MTE_FAIL: {
    title: 'The process was terminated because a check of memory tags failed',
    meaning: 'A pointer’s tag was not that of the memory that it was used for.',
  },
  BLUETOOTH_CHIP: {
    title: 'The Bluetooth system terminated the process',
    meaning: 'The Bluetooth chip reported an error.',
  },
}

/** The words on a namespace; undefined for unknown ones. */
export const namespaceWords = (name: string): Namespace | undefined =>
  Object.hasOwn(namespaces, name) ? namespaces[name] : undefined

export const linkerCodes: Readonly<Record<number, string>> = {
  1: 'a library is missing',
  2: 'a library is for another architecture',
  3: 'a library has the wrong version',
  4: 'a symbol is missing',
  5: 'a code signature is invalid',
  6: 'the sandbox denied a file',
  7: 'a file is malformed',
}
