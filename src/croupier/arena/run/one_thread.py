"""Environment variables that keep numerical libraries to one thread.

Every core has a worker already, and on a busy machine several threads take thirty times as long as one. The variables
must be set before NumPy is loaded, so this module imports nothing.
"""

ONE_THREAD: dict[str, str] = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
