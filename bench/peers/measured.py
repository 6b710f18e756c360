"""Runs a command under a time limit and writes its seconds, CPU seconds and peak memory: measured.py LIMIT FILE COMMAND..."""
import json, os, resource, signal, subprocess, sys, time

limit, file, command = float(sys.argv[1]), sys.argv[2], sys.argv[3:]
started = time.monotonic()
child = subprocess.Popen(command, start_new_session=True)
late = False
try:
    child.wait(timeout=limit)
except subprocess.TimeoutExpired:
    late = True
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(file, "w") as out:
    json.dump(
        {
            "status": child.returncode,
            "late": late,
            "seconds": round(time.monotonic() - started, 2),
            "cpu": round(used.ru_utime + used.ru_stime, 2),
            "megabytes": round(used.ru_maxrss / 1024),
        },
        out,
    )
