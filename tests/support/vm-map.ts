/** The map of memory of a report: the binary, a gap, a heap, and the stack of thread 0 behind its guard. */
export const vmMap = `0x8 is not in any region.  Bytes before following region: 4368334840
      REGION TYPE                 START - END      [ VSIZE] PRT/MAX SHRMOD  REGION DETAIL
      UNUSED SPACE AT START
--->  
      __TEXT                   104000000-104008000 [   32K] r-x/r-x SM=COW  ...Fault.app/Fault
      GAP OF 0x8000 BYTES
      MALLOC_TINY              104010000-104110000 [ 1024K] rw-/rwx SM=PRV  
      STACK GUARD              16b000000-16b800000 [  8.0M] ---/rwx SM=NUL  for thread 0
      Stack                    16b800000-16c000000 [  8.0M] rw-/rwx SM=PRV  thread 0
`
