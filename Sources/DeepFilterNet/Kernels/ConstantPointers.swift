/// The same pointers, through which nothing is written.
@unsafe
func constant(
  _ pointers: UnsafePointer<UnsafeMutablePointer<Float>>
) -> UnsafePointer<UnsafePointer<Float>> {
  // The two kinds of pointer are laid out alike.
  unsafe UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafePointer<Float>.self)
}
