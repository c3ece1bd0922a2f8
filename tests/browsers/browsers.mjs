/** Browsers of the main walks on Debian: what must be there, and the packages that bring it. */
export const browsers = {
  firefox: { title: 'Firefox', programs: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'] },
  webkit: {
    title: 'WebKitGTK',
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/dbus-run-session'],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus'],
  },
}
