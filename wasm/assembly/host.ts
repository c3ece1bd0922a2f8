/** The imports of the module, called from inside a call. */

/** Places a window that holds these bytes of a section; false: it cannot do that at once. */
export declare function bring(section: i32, offset: u32, bytes: u32): bool
