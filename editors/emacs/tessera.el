;;; tessera.el --- Claim grammars by eglot  -*- lexical-binding: t -*-

;; Load this file, then `M-x eglot' in a Python buffer; `tessera-run' says whether the server may run the
;; project's code before it asks.

(require 'eglot)

(defvar tessera-command '("tessera-lsp")
  "The server's command, as a list of strings.")

(defvar tessera-run "ask"
  "May the project's code run?  t, :json-false, or \"ask\": once for each project.")

(defun tessera-contact (&rest _)
  "What eglot starts for a Python buffer."
  (append tessera-command (list :initializationOptions (list :run tessera-run))))

(add-to-list 'eglot-server-programs '((python-mode python-ts-mode) . tessera-contact))

(provide 'tessera)
;;; tessera.el ends here
